import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, LINEAR } from '../linear-time.fixture.js'
import { redact, redactField } from './redact.js'

const LETTERS = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'

describe('redact', () => {
  it.each<[what: string, text: string, left: string]>([
    ['a bearer token', `Authorization: Bearer ${LETTERS} ok`, 'Authorization: [redacted] ok'],
    ['basic credentials without a digit', 'Authorization: Basic dXNlcjpwYXNz', 'Authorization: [redacted]'],
    ['a bearer token without a digit', 'Authorization: Bearer abcdef', 'Authorization: [redacted]'],
    ['the same in JSON', '{"Authorization": "Bearer abcdef"}', '{"Authorization": [redacted]}'],
    ['basic credentials alone', 'send Basic dXNlcjpwYXNz then', 'send Basic [redacted] then'],
    ['a long bearer token alone', 'bearer abcdefghijklmnopqrstuvwxyz', 'bearer [redacted]'],
    [
      'an address of Slack',
      'https://hooks.slack.com/services/T0/B0/abc x',
      'https://hooks.slack.com/services/[redacted] x',
    ],
    ['a token in a URL', 'git clone https://tok@host/x', 'git clone https://[redacted]@host/x'],
    [
      'an option',
      "mysql --password hunter2 --db-password 'a b' x",
      'mysql --password [redacted] --db-password [redacted] x',
    ],
    ['cookies', 'Cookie: sid=abc; other=def\nok', 'Cookie: [redacted]\nok'],
    ['a cookie that is set', '{"set-cookie":"sid=abc; Path=/","a":1}', '{"set-cookie":"[redacted]","a":1}'],
    ['a token of Hugging Face', 'hf_abcdefghijKLMNOPqrst', '[redacted]'],
    ['a token of Google', 'ya29.a0AbCdEfGhIjKlMnOp-_q', '[redacted]'],
    ['a live key without a digit', 'sk_live_abcdefghijkl', '[redacted]'],
    ['a bearer token in a sentence', `send bearer ${LETTERS}, then`, 'send bearer [redacted], then'],
    ['basic credentials', 'Basic dXNlcjpwYXNzd29yZDE=', 'Basic [redacted]'],
    ['an API key', `key sk-proj-${LETTERS}_x`, 'key [redacted]'],
    ['a live key', `sk_live_${LETTERS}`, '[redacted]'],
    ['a GitHub token', `ghp_${LETTERS} and github_pat_${LETTERS}`, '[redacted] and [redacted]'],
    ['a GitLab token', `glpat-${LETTERS}`, '[redacted]'],
    ['an access key of AWS', 'AKIAIOSFODNN7EXAMPLE.', '[redacted].'],
    ['a Slack token', 'xoxb-12345678-abcdefgh', '[redacted]'],
    ['a secret of a webhook', `whsec_${LETTERS}==`, '[redacted]'],
    ['a JSON Web Token', 'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-_123 .', 'jwt [redacted] .'],
    [
      'a private key',
      'x\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\ny',
      'x\n[redacted]\ny',
    ],
    ['the beginning of a private key', 'x -----BEGIN PRIVATE KEY-----\nMIIE', 'x [redacted]'],
    ['a password', 'password=hunter2&user=me', 'password=[redacted]&user=me'],
    ['a quoted password', `DB_PASSWORD = "my long one" next`, 'DB_PASSWORD = [redacted] next'],
    ['a password in JSON', '{"password":"hunter2","a":1}', '{"password":[redacted],"a":1}'],
    ['one in JSON in JSON', '{\\"api_key\\":\\"abc123\\"}', '{\\"api_key\\":\\[redacted]}'],
    [
      'a secret of the environment',
      'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG',
      'AWS_SECRET_ACCESS_KEY=[redacted]',
    ],
    [
      'credentials in a URL',
      'git clone https://me:s3cret@host/x.git',
      'git clone https://[redacted]@host/x.git',
    ],
    ['credentials of a database', 'postgres://u:p4ss@db:5432/x', 'postgres://[redacted]@db:5432/x'],
    ['a secret key', 'SECRET_KEY=abcdef123456', 'SECRET_KEY=[redacted]'],
    ['that of Rails', 'SECRET_KEY_BASE=abcdef1234567890', 'SECRET_KEY_BASE=[redacted]'],
    ['a secret key in JSON', '{"secret_key": "abcdef123456"}', '{"secret_key": [redacted]}'],
    ['one in camel case', '{"signingKey":"abcdef"}', '{"signingKey":[redacted]}'],
    ['a key of an encryption', 'ENCRYPTION_KEY=abcd1234abcd', 'ENCRYPTION_KEY=[redacted]'],
    ['a key of a storage', 'AccountName=me;AccountKey=abc+/==;x', 'AccountName=me;AccountKey=[redacted];x'],
    ['a passcode', 'passcode: 123456', 'passcode: [redacted]'],
    ['a key of a vendor', 'OPENAI_KEY=abcdef1234567890 x', 'OPENAI_KEY=[redacted] x'],
    ['the same in JSON', '{"stripe-key": "abcdef1234567890"}', '{"stripe-key": [redacted]}'],
    ['credentials for curl', 'curl -u me:hunter2 https://x.y/', 'curl -u [redacted] https://x.y/'],
    [
      'the same in quotes',
      `curl -s https://x.y --user 'me:a b' x`,
      'curl -s https://x.y --user [redacted] x',
    ],
    ['the same among flags', 'curl -sSu me:hunter2 x', 'curl -sSu [redacted] x'],
    ['the same in JSON', '"curl -u \\"me:hunter2\\" x"', '"curl -u \\[redacted] x"'],
    ['a token of a Slack app', 'xapp-1-A0B1-123-abcdef0123456789', '[redacted]'],
    ['a token of DigitalOcean', 'dop_v1_abcdef0123456789abcdef0123456789', '[redacted]'],
    ['a key of SendGrid', 'SG.abcdefghijk.lmnopqrstuv', '[redacted]'],
    ['a password in pwd', 'pwd=.$hunter2 MYSQL_PWD=/hunter2', 'pwd=[redacted] MYSQL_PWD=[redacted]'],
  ])('takes out %s', (_what, text, left) => {
    expect(redact(text)).toBe(left)
  })

  it.each([
    'Route session events via the bearer of news',
    'max_tokens=500 tokens: 12 of 500',
    'sk-learn-based-classification-of-things',
    'see https://example.com:8080/a?b=c@d',
    'the password is asked for later',
    'token',
    'npm i --token --verbose',
    'a cookie: it is sweet',
    'ssh://git@github.com/a/b',
    'bearer in mind, basic authentication-related things',
    'see https://example.com/@someone',
    'basic understanding of authentication',
    'commit 0123456789abcdef0123456789abcdef01234567',
    'a@b.example and c:d@e',
    'PWD=/home/me/project OLDPWD=/home/me',
    '{"pwd":"/home/me/project"} and {\\"pwd\\": \\"/home/me\\"}',
    'pwd: ~/project, pwd=./x, pwd="C:\\\\Users\\\\me", run --pwd /srv/x',
    'docker run -u 1000:1000 --user node:node image',
    'curl -u 1 https://x.y:80/',
    'linear_key=ENG-12 public_key=abcdef1234567890 cache-key: v1-abcdef1234567890',
    'monkey=abcdef1234567890, hotkey: ctrl+alt+1, secretary: anna',
    'msg.sent.somewhere and MSG.abcdefghijk.lmnopqrstuv',
    '',
  ])('leaves %j alone', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('leaves nothing of a secret, wherever it stands', () => {
    const secret = fc
      .tuple(
        fc.constantFrom('ghp_', 'github_pat_', 'sk-', 'xoxb-1', 'glpat-', 'whsec_'),
        fc.stringMatching(/^[a-z][0-9][a-zA-Z0-9]{30}$/),
      )
      .map((parts) => parts.join(''))
    const around = fc.string().map((text) => text.replace(/[\w-]$/, ''))
    fc.assert(
      fc.property(around, secret, fc.string(), (before, hidden, after) => {
        expect(redact(`${before} ${hidden} ${after}`)).not.toContain(hidden.slice(-20))
      }),
    )
  })

  it('takes time linear in the text, whatever it repeats', () => {
    const pieces = [
      'eyJ-',
      'eyJaaaaaaaaa.',
      'sk-',
      'sk_a',
      'bearer ',
      'bearer a',
      'basic a-',
      'a://b:',
      'a://:',
      'password',
      'password=',
      'token:"',
      "secret='",
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN ',
      'ghp_',
      'AKIA',
      'xoxb-',
      'authorization:\\\\"',
      'a+.-',
      'cookie:a',
      'cookie:a=',
      '--password ',
      '--a-',
      'http://a',
      'https://hooks.slack.com/services/',
      'basic aA',
      'bearer aaaaaaaa',
      'authorization: basic ',
      'ya29.',
      'SG.',
      'SG.aaaaaaaa-',
      'curl ',
      'curl -u a',
      'curl -u ',
      '-u a:b ',
      '-u',
      '--user a:',
      'secret_key',
      'secret_key_base=',
      'openai_key=',
      'openai_key=a',
      'pwd=',
      'pwd:"',
      'xapp-',
      'dop_v1_',
    ]
    for (const piece of pieces) {
      const textOf = (length: number) => piece.repeat(Math.ceil(length / piece.length))
      expect(growthOf(redact, textOf, 80_000), piece).toBeLessThan(LINEAR)
    }
  })
})

describe('redactField', () => {
  it.each([
    'token',
    'access_token',
    'accessToken',
    'notify.api_key',
    'api-key',
    'PASSWORD',
    'client_secret',
    'authorization',
    'secret_key',
    'secretKey',
    'notify.signing-key',
    'encryption_key',
    'ssh_key',
    'sshKey',
    'passcode',
    'pwd',
    // As flow fields write them: without capitals.
    'secretkey',
    'accesstoken',
    'clientsecret',
  ])('keeps nothing of %s', (key) => {
    expect(redactField(key, 'abc')).toBe('[redacted]')
    expect(redactField(key, '')).toBe('')
  })

  it.each(['tokens', 'max_tokens', 'token_count', 'secretary', 'summary', 'keyboard', 'monkey'])(
    'keeps %s',
    (key) => {
      expect(redactField(key, 'abc')).toBe('abc')
    },
  )

  it.each(['OPENAI_KEY', 'openaiKey', 'notify.stripe_key'])(
    'keeps nothing of %s that looks like one',
    (key) => {
      expect(redactField(key, 'abcdef1234567890')).toBe('[redacted]')
      expect(redactField(key, 'ENG-12')).toBe('ENG-12')
      expect(redactField(key, 'the one of 2026 that we lost')).toBe('the one of 2026 that we lost')
    },
  )

  it.each(['/home/me/project', '~/project', '~', '.', './x', '../x', 'C:\\Users\\me', 'd:/x'])(
    'keeps pwd where it is a place: %s',
    (place) => {
      for (const key of ['pwd', 'notify.pwd', 'PWD', 'OLDPWD']) expect(redactField(key, place)).toBe(place)
      expect(redactField('db_pwd', place)).toBe('[redacted]')
    },
  )

  it('looks into what it keeps', () => {
    expect(redactField('summary', `use ghp_${LETTERS}`)).toBe('use [redacted]')
  })
})
