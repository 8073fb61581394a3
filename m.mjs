import {spawnSync} from 'node:child_process'
const cases=[['-e','0'],['zero.cjs'],['zero.mjs'],['http.mjs'],['gbm.mjs'],['http.cjs'],['net.mjs'],['fetch.mjs']]
const T=cases.map(()=>[])
for(let i=0;i<25;i++) cases.forEach((a,k)=>{const b=performance.now();const r=spawnSync(process.execPath,a,{stdio:'ignore'});if(r.status)console.log('!',a);T[k].push(performance.now()-b)})
cases.forEach((a,k)=>{const t=T[k].sort((a,b)=>a-b);console.log(a.join(' '),'med',t[12].toFixed(1),'min',t[0].toFixed(1),'ratio', (t[12]/T[0][12]).toFixed(2),(t[0]/T[0][0]).toFixed(2))})
