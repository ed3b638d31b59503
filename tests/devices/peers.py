# What is tested of copies from device to device.
# SPDX-License-Identifier: Apache-2.0
import os

from limits import write

PROGRAM = """function [] = __kernel__ step(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos] + 1
endfunction
x = ones(300,200)
y = zeros(300,200)
z = zeros(300,200)
{!sched gpu_index=0}
parallel_do(size(x), x, y, step)
{!sched gpu_index=1}
parallel_do(size(y), y, z, step)
x[3,4] = 5
{!sched gpu_index=0}
parallel_do(size(z), z, y, step)
print sum(y), " ", y[3,4]
"""


def test_peers(driver, folder):
    """What one device has made and another one reads goes from device to device where these reach each other; where
    they don't, or such a copy fails, through the host, and the results are the same."""
    program, trace = os.path.join(folder, "peers.q"), os.path.join(folder, "peers.rstrace")
    write(program, PROGRAM)
    direct = ["cuda:0->cuda:1", "cuda:1->cuda:0", "cuda:0->host"]
    around = ["cuda:0->host", "host->cuda:1", "cuda:1->host", "host->cuda:0", "cuda:0->host"]
    failed = ["cuda:0->host", "host->cuda:1", "cuda:1->cuda:0", "cuda:0->host"]
    for environment, wanted in (({}, direct), ({"RS_STANDIN_PEERS": "0"}, around),
                                ({"RS_STANDIN_FAULT": "cuMemcpyPeerAsync:1:1"}, failed)):
        done = driver.run("run", "-d", "cuda:0,cuda:1", "--profile", trace, program, **environment)
        assert done.stdout == "900000 15\n" and done.stderr == "", done
        copies = driver.query(trace, "select detail from named_events where kind = 'copy' and b = 240000 "
                                     "order by start, end")
        assert copies == wanted, (environment, copies)
        check_both_ends(driver, trace, [copy for copy in wanted if "host" not in copy])


def check_both_ends(driver, trace, between):
    """Each device was busy with a copy that goes from one to the other, on its own track and at the same time; reports
    of what was copied count it once."""
    found = driver.query(trace, "select c.detail || ' ' || c.track || ' ' || c.line from named_events c join "
                                "named_events h on h.kind = 'copy' and h.start = c.start and h.duration = c.duration "
                                "and h.detail = c.detail and h.b = c.b where c.kind = 'device-copy' "
                                "order by c.start, c.track")
    assert found == [f"{copy} {device} 1" for copy in between for device in ("cuda:0", "cuda:1")], found
    told = driver.run("trace", "transfers", "--csv", trace).stdout
    assert sum(line.count("cuda:0->cuda:1") + line.count("cuda:1->cuda:0") for line in told.splitlines()) \
        == len(between), told
