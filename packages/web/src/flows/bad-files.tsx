import { homeFolder } from '../text/home-folder.js'
import { neutralise } from '../text/neutralise.js'
import type { FlowFileError } from './flow-api.js'

interface BadFilesProps {
  files: readonly FlowFileError[]
  folder: string
  /** There is no trigger beside them. */
  isAlone: boolean
}

/** The files that cannot be used: which, where, what is wrong, and what to do. */
export function BadFiles({ files, folder, isAlone }: BadFilesProps) {
  if (files.length === 0) return null
  // One file may have more than one thing wrong.
  const count = new Set(files.map(({ file }) => file)).size
  return (
    <section className="bad-files" aria-labelledby="bad-files">
      <h2 id="bad-files">{count === 1 ? 'A file needs mending' : `${count} files need mending`}</h2>
      <ul>
        {files.map((error) => (
          <li key={JSON.stringify(error)} className="bad-file">
            <svg viewBox="0 0 14 14" fill="none" aria-hidden="true">
              <path d="m3 3 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
            <div>
              <code className="foreign">{placeOf(error)}</code>
              <p className="foreign">{neutralise(error.message)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p>
        Mend {count === 1 ? 'it' : 'them'} in{' '}
        <code className="foreign" title={neutralise(folder)}>
          {homeFolder(folder)}
        </code>
        . What is saved there is read again by itself
        {isAlone ? '.' : ', and the other triggers go on meanwhile.'}
      </p>
    </section>
  )
}

/** `plans.yaml, line 3`, as editors and people find it. */
function placeOf({ file, line, column }: FlowFileError): string {
  const name = neutralise(file.split(/[\\/]/).at(-1) ?? file)
  if (line === undefined) return name
  return column === undefined ? `${name}, line ${line}` : `${name}, line ${line}, column ${column}`
}
