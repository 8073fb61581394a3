import { Command } from './command.js'
import { Notice } from './notice.js'
import { pairCommand } from './pair-command.js'

export function NotPaired() {
  return (
    <Notice title="This browser is not paired">
      <p>Signalbox shows your agents only to browsers you let in. In the terminal, type</p>
      <Command text={pairCommand(window.location.origin)} />
      <p>and open the link it prints here. The link works once.</p>
    </Notice>
  )
}
