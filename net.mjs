import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
const s=connect(18199,'127.0.0.1',()=>s.write('POST /hooks/claude HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'));s.on('data',()=>{process.exit(0)})
