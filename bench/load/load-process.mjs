import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as passes } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ANSWER_MS = 60_000

/** A load generator in a process of its own, asked one question at a time. */
export class LoadProcess {
  #child

  /** @param {URL} file @param {object} settings */
  constructor(file, settings) {
    this.#child = fork(fileURLToPath(file), [JSON.stringify(settings)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  }

  get pid() {
    return this.#child.pid ?? 0
  }

  /** Sends a question and waits for its answer. @param {string} question @param {object} [details] @returns {Promise<any>} */
  async ask(question, details = {}) {
    const settled = new AbortController()
    const { signal } = settled
    if (this.#child.exitCode !== null) refuse(`had ended with ${this.#child.exitCode}`)
    this.#child.send({ question, ...details })
    try {
      return await Promise.race([
        once(this.#child, 'message', { signal }).then(([answer]) => answer),
        once(this.#child, 'exit', { signal }).then(([code]) => refuse(`ended with ${code}`)),
        passes(ANSWER_MS, undefined, { signal }).then(() => refuse(`was silent for ${ANSWER_MS} ms`)),
      ])
    } finally {
      settled.abort()
    }

    /** @param {string} what */
    function refuse(what) {
      throw new Error(`a load process was asked to ${question} and ${what}`)
    }
  }

  end() {
    this.#child.kill('SIGKILL')
  }
}

/**
 * The other side: answers the questions of the process that started this one.
 * @param {Record<string, (details: any) => object | Promise<object>>} answers
 */
export function answerQuestions(answers) {
  process.on('message', async (/** @type {{question: string}} */ { question, ...details }) => {
    try {
      process.send?.((await answers[question]?.(details)) ?? {})
    } catch (error) {
      fail(error)
    }
  })
  process.once('disconnect', () => process.exit(0))
  return JSON.parse(process.argv[2] ?? '{}')
}

/** A load process that saw something wrong ends at once, and with it the row. @param {unknown} error @returns {never} */
export function fail(error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
