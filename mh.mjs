import {spawnSync} from 'node:child_process'
const body=JSON.stringify({session_id:'s',hook_event_name:'PreToolUse',x:'y'.repeat(600)})
const cases=[['sh','-c',':'],['d/bin/signalbox-hook','claude'],['curl','-q','-s','-g','--noproxy','*','--data-binary','@-','http://127.0.0.1:18199/hooks/claude']]
const T=cases.map(()=>[])
for(let i=0;i<60;i++) cases.forEach((a,k)=>{const b=performance.now();const r=spawnSync(a[0],a.slice(1),{input:body});T[k].push(performance.now()-b)})
cases.forEach((a,k)=>{const t=T[k].sort((a,b)=>a-b);console.log(a.join(' ').slice(0,40),'med',t[30].toFixed(1),'p25',t[15].toFixed(1),'min',t[0].toFixed(1))})
