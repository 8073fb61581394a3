const { request } = process.getBuiltinModule('node:http')
const r=request('http://127.0.0.1:18199/hooks/claude',{method:'POST',agent:false},(s)=>{s.setEncoding('utf8');let t='';s.on('data',d=>t+=d);s.on('end',()=>{process.exit(0)})});r.end('{}')
