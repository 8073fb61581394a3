import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { takeCode } from './pair/take-code.js'
import './style/tokens.css'
import './style/fonts.css'
import './style/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// Before anything is drawn: the code is out of the address bar and the history at once.
const code = takeCode(window.location, window.history)
createRoot(root).render(
  <StrictMode>
    <App path={window.location.pathname} code={code} />
  </StrictMode>,
)
