import type { ReactNode } from 'react'
import { Mark } from './mark.js'
import './notice.css'

/** A page that says one thing: what happened, what it means, what to do. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="notice">
      <Mark />
      <h1>{title}</h1>
      {children}
    </section>
  )
}
