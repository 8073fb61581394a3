import WebSocket from 'ws'

const FATAL = new Set(['AUTH_FAILED', 'ProtocolVersionMismatch', 'Unauthorized'])
const WINDOW_MS = 10_000
const MESSAGES = 50 // the gateway takes 60 in a window
const NOTHING = { id: undefined, seq: 0, epoch: undefined, joined: false }

/**
 * Follows sessions of a gateway: every event once and in order, over any number of cuts.
 * `cursors()` is what to keep; given back as `from`, the next process goes on from there.
 */
export function follow(options) {
  const { url, token, sessions, onEvent, from = {}, silenceMs = 35_000, retryMs = 250 } = options
  const { onGap, onConnection, onFatal } = options
  const followed = sessions.map((name) => ({ ...NOTHING, ...from[name], name, joined: false }))
  let socket
  let retry
  let attempts = 0
  let stopped = false

  function connect() {
    const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`)
    const sent = []
    let silence
    let problem
    let waitMs = 0
    socket = ws
    for (const session of followed) session.joined = false
    alive()
    ws.on('message', (data) => {
      alive()
      if (!stopped) receive(JSON.parse(data))
    })
    ws.on('error', (error) => {
      problem = error.message // a close always follows
    })
    ws.on('close', (code) => {
      clearTimeout(silence)
      if (stopped) return
      onConnection?.({ state: 'closed', code, problem })
      const backoff = Math.min(10_000, retryMs * 2 ** attempts++) * (0.5 + Math.random() / 2)
      retry = setTimeout(connect, Math.max(backoff, code === 4429 ? WINDOW_MS : waitMs))
    })

    function alive() {
      clearTimeout(silence)
      // Nobody would answer a closing handshake on a half-open socket: drop it.
      silence = setTimeout(() => ws.terminate(), silenceMs)
    }

    function send(message) {
      if (ws.readyState !== WebSocket.OPEN) return
      const now = Date.now()
      while (now - sent[0] >= WINDOW_MS) sent.shift()
      if (sent.length >= MESSAGES) setTimeout(send, sent[0] + WINDOW_MS - now, message)
      else {
        sent.push(now)
        ws.send(JSON.stringify(message))
      }
    }

    // One join each, as a join of many has one afterSeq; by uuid once known, as a name may pass to another session.
    function join({ name, id = name, seq, epoch }) {
      send({ type: 'join_session', sessionId: id, afterSeq: seq, epoch, ref: name })
    }

    function receive(frame) {
      const session = followed.find(({ id, name }) =>
        frame.ref === undefined ? id === frame.sessionId : name === frame.ref,
      )
      if (frame.type === 'welcome') {
        if (frame.requiresAuth) send({ type: 'authenticate', token, protocolVersions: [2] })
      } else if (frame.type === 'authenticated') {
        attempts = 0
        onConnection?.({ state: 'open' })
        followed.forEach(join)
      } else if (frame.type === 'error') refused(session, frame)
      else if (frame.type === 'state_snapshot') {
        if (session.epoch !== frame.epoch) session.seq = 0 // numbers of another log say nothing about this one
        Object.assign(session, { id: frame.sessionId, epoch: frame.epoch, joined: true })
      } else if (session?.joined) hear(session, frame)
      else if (frame.type === 'session_created') {
        const names = [frame.sessionId, ...frame.session.aliases.map(({ id }) => id)]
        const awaited = followed.find(({ name, joined }) => !joined && names.includes(name))
        if (awaited) join(awaited)
      }
    }

    function refused(session, { code, message, retryAfterMs = WINDOW_MS }) {
      if (FATAL.has(code)) {
        stop()
        onFatal?.(Object.assign(new Error(message), { code }))
      } else if (code === 'SessionNotFound') {
        if (session.seq > 0) onGap?.(session.name, { fromSeq: 0, toSeq: session.seq, reason: 'deleted' })
        Object.assign(session, NOTHING) // session_created announces it, or the next one of that name
      } else {
        if (code.endsWith('RATE_LIMITED')) waitMs = retryAfterMs
        ws.close()
      }
    }
  }

  function hear(session, frame) {
    if (frame.type === 'gap') {
      session.seq = frame.reason === 'epoch' ? 0 : Math.max(session.seq, frame.toSeq)
      onGap?.(session.name, frame)
    } else if (frame.type === 'replay_complete') {
      session.seq = Math.max(session.seq, frame.lastSeq)
    } else if (frame.seq > session.seq) {
      session.seq = frame.seq
      onEvent(session.name, frame)
      if (frame.type === 'session_deleted') Object.assign(session, NOTHING)
    }
  }

  function stop() {
    stopped = true
    clearTimeout(retry)
    socket.terminate()
  }

  connect()
  return {
    stop,
    cursors: () => Object.fromEntries(followed.map(({ name, id, seq, epoch }) => [name, { id, seq, epoch }])),
  }
}
