import os,sys,time
sys.path.insert(0,'/work/wt-lead/tests/ui'); sys.path.insert(0,'/work/wt-lead/tests/bench')
import run
if 'REDSHIFT_UI_INSIDE' not in os.environ: sys.exit(run.enter_screen(3,__file__))

import importlib.util
spec=importlib.util.spec_from_file_location('bench','/work/wt-lead/tests/bench/ide.py'); bench=importlib.util.module_from_spec(spec); spec.loader.exec_module(bench)
sys.path.insert(0,'/work/wt-lead/tests/ui')
spec2=importlib.util.spec_from_file_location('uiide','/work/wt-lead/tests/ui/ide.py'); uiide=importlib.util.module_from_spec(spec2); sys.modules['uiide']=uiide; spec2.loader.exec_module(uiide); Ide=uiide.Ide

def threads(pid):
    out={}
    for t in os.listdir(f'/proc/{pid}/task'):
        s=open(f'/proc/{pid}/task/{t}/stat').read(); name=s[s.index('(')+1:s.rindex(')')]; f=s[s.rindex(')')+2:].split()
        out[t]=(name,int(f[11])*10,int(f[12])*10)
    return out
with run.desktop():
    i=Ide('/work/wt-lead/build/ide/app/redshift-ide','/tmp/uitest'); bench.calm(i); screen=bench.Screen()
    n=5000 if len(sys.argv)<2 else int(sys.argv[1])
    text=''.join(f'x{k} = zeros(4)\nfor i=0..3\n    x{k}[i] = i\nendfor\n' for k in range(n))
    p=i.write('long.q',text); i.start(p); i.wait_page(p); i.go_to(p,n*2+1); time.sleep(3)
    for keys in ('comment','word'):
        if keys=='comment': screen.key('Shift_L','5')
        else: screen.key('Return'); 
        time.sleep(1)
        a=threads(i.process.pid); t0=time.time(); pr=__import__('subprocess').Popen(['perf','record','-q','-g','--call-graph','dwarf,16384','-F','500','-t',str(i.process.pid),'-o','/tmp/perf.'+keys]) if 'PERF' in os.environ else None
        for k in range(50):
            screen.key('a'); time.sleep(0.15)
        pr and (pr.send_signal(2),pr.wait()); b=threads(i.process.pid)
        print(keys, time.time()-t0)
        for t in b:
            d=(b[t][1]-a.get(t,('',0,0))[1], b[t][2]-a.get(t,('',0,0))[2])
            if sum(d)>20: print('  ',b[t][0],t==str(i.process.pid),'user',d[0]/50,'sys',d[1]/50,'ms a key')
    i.finish()
