import { ERRORS } from '../../errors.js'
import { COMMON_ERRORS, type HttpRoute, ROUTE_CHAPTERS, type RouteChapter } from '../../http/route.js'
import { ROUTES } from '../../http/routes.js'
import { type Chapter, code, codes, type Entry, type Field } from '../chapter.js'
import { typeText } from '../type-text.js'

const everywhere = [...new Set(COMMON_ERRORS.map((kind) => ERRORS[kind].http))]

/** Every HTTP route, by the chapters of the table. */
export function httpChapter(): Chapter {
  return {
    id: 'http',
    title: 'HTTP',
    blocks: [
      {
        kind: 'text',
        text:
          `Programs send the token as ${code('Authorization: Bearer …')}, a paired browser its cookie. ` +
          `Failures are ${code('application/problem+json')} with a stable ${code('code')}: see Errors. ` +
          `Beside what is listed here, any route may refuse with ${codes(everywhere)}.`,
      },
    ],
    sections: (Object.keys(ROUTE_CHAPTERS) as RouteChapter[]).map((chapter) => ({
      id: `http-${chapter}`,
      title: ROUTE_CHAPTERS[chapter],
      blocks: [
        {
          kind: 'entries',
          what: 'route',
          entries: ROUTES.filter((route) => route.chapter === chapter).map(routeEntry),
        },
      ],
    })),
  }
}

function routeEntry(route: HttpRoute): Entry {
  const { method, path, operation, summary, description, access, answers, errors } = route
  const failures = new Set(errors.map((kind) => ERRORS[kind].http))
  return {
    anchor: `route-${operation}`,
    name: `${method} ${path}`,
    facts: {
      needs: access === 'open' ? 'nothing' : access === 'token' ? 'the token' : code(access),
      answers: Object.keys(answers).join(', '),
      refuses: failures.size === 0 ? '' : codes([...failures]),
    },
    text: description === undefined ? `${summary}.` : `${summary}. ${description}`,
    fields: parametersOf(route),
    ...exampleOf(route),
  }
}

function parametersOf({ parameters = [], body }: HttpRoute): Field[] {
  const named = parameters.map(({ name, in: place, schema }) => ({
    name,
    optional: place !== 'path',
    type: `${typeText(schema)}, ${place}`,
  }))
  const bodies = (body?.content ?? []).map(({ mediaType, schema }) => ({
    name: 'body',
    optional: false,
    type: `${typeText(schema)}, ${mediaType}`,
  }))
  return [...named, ...bodies]
}

function exampleOf({ body, answers }: HttpRoute): Pick<Entry, 'example'> {
  const content = body?.content ?? Object.values(answers).flatMap((answer) => answer.content ?? [])
  const [first] = content
  return first ? { example: first.example } : {}
}
