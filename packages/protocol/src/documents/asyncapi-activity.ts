import type { JsonObject } from '../event.js'
import { ACTIVITY_MARKS } from '../harmonize/activity-marks.js'
import { ActivityEvent } from '../harmonize/canonical-activity.js'
import { activityRoutes, EXAMPLE_ACTIVITY } from '../http/activity-routes.js'
import { within } from './asyncapi-operations.js'
import type { SharedSchemas } from './shared-schemas.js'

const [route] = activityRoutes

const ABOUT =
  'What agents do, in the same words for every agent. An activity has an `id:` of the form `epoch@offset` and no `event:` ' +
  'line; marks have their type there. `Last-Event-ID` resumes.'

/** The messages of the stream of activity. Its marks have names of the gateway, but tell of places in the log. */
export function activityMessages(shared: SharedSchemas): Record<string, JsonObject> {
  const marks = Object.entries(ACTIVITY_MARKS).map(([name, { schema, description, example }]) => [
    `activity.${name}`,
    message(name, description, shared.point(schema), example),
  ])
  const summary = 'Something an agent did, or was told.'
  return {
    activity: message('activity', summary, shared.point(ActivityEvent), EXAMPLE_ACTIVITY),
    ...Object.fromEntries(marks),
  }
}

/** Where the activity of all sessions is heard; `messages` are the keys of what is said there. */
export function activityChannel(messages: JsonObject): JsonObject {
  return {
    address: route?.path ?? '',
    title: 'The activity of all sessions as server-sent events',
    description: ABOUT,
    servers: [{ $ref: '#/servers/http' }],
    messages,
  }
}

export function sendActivity(keys: readonly string[]): JsonObject {
  const query = (route?.parameters ?? []).filter((parameter) => parameter.in === 'query')
  return {
    action: 'send',
    channel: { $ref: '#/channels/activityStream' },
    title: 'The activity of all sessions',
    bindings: {
      http: {
        bindingVersion: '0.3.0',
        method: 'GET',
        query: {
          type: 'object',
          properties: Object.fromEntries(
            query.map(({ name, schema, description }) => [name, { ...(schema as JsonObject), description }]),
          ),
        },
      },
    },
    messages: keys.map((key) => within('activityStream', key)),
  }
}

function message(name: string, summary: string, payload: JsonObject, example: JsonObject): JsonObject {
  return { name, title: name, summary, payload, examples: [{ name, payload: example }] }
}
