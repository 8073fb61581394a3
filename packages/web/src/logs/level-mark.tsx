import type { ReactNode } from 'react'
import type { LogLevel } from './log-record.js'

const WORDS: Readonly<Record<LogLevel, string>> = {
  debug: 'Debug',
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
}
/** Each level has its own shape, so that it is read without its colour. */
const SHAPES: Readonly<Record<LogLevel, ReactNode>> = {
  debug: <path d="M4 7h6" stroke="currentColor" />,
  info: <circle cx="7" cy="7" r="4.25" stroke="currentColor" />,
  warning: <path d="M7 1.750 13 12H1z" fill="currentColor" />,
  error: <path d="m3 3 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" />,
}

/** How grave a record is: a shape and a word. */
export function LevelMark({ level }: { level: LogLevel }) {
  return (
    <span className="level-mark" data-level={level}>
      <svg viewBox="0 0 14 14" fill="none" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
        {SHAPES[level]}
      </svg>
      <span>{WORDS[level]}</span>
    </span>
  )
}
