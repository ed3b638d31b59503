% proves: 11.2 quasar_dir("app_dir") is the folder of settings and of devices.xml
% expect: ok
folder = quasar_dir("app_dir")
assert(strlen(folder) > 0 && strfind(folder, "redshift") >= 0, folder)
message = ""
try
  quasar_dir("elsewhere")
catch ex
  message = sprintf("%s", ex)
endtry
assert(strfind(message, "elsewhere") >= 0, message)
print "ok"
