import { s } from '../schema.js'
import { chapter, row } from './row.js'
import { Role } from './shapes.js'

const connection = ['connection'] as const
const userId = s.string()

export const memberEvents = chapter({
  id: 'member',
  title: 'Members',
  about: 'Who belongs to the tenant, and what each may do. All answers to manage_members.',
  rows: {
    member_list: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        members: s.array(s.object({ userId, role: Role, createdAt: s.number(), updatedAt: s.number() })),
      }),
      description: 'The members of the tenant.',
      example: {
        members: [
          { userId: 'owner', role: 'owner', createdAt: 1709312400000, updatedAt: 1709312400000 },
          { userId: 'user-42', role: 'viewer', createdAt: 1709312400000, updatedAt: 1709312460000 },
        ],
      },
    }),
    member_updated: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ userId, role: Role }),
      description: 'A member has another role.',
      example: { userId: 'user-42', role: 'member' },
    }),
    member_removed: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ userId }),
      description: 'A member is no longer one.',
      example: { userId: 'user-42' },
    }),
  },
})
