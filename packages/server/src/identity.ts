import type { Permission } from '@signalbox/protocol'

/** Who is at the door. The token's identity is `owner` of tenant `local`. */
export interface Identity {
  userId: string
  email: string | null
  tenantId: string
  role: Role
  /** The device a cookie belongs to; absent for the token. */
  deviceId?: string
}

const member: readonly Permission[] = [
  'session:create',
  'session:read',
  'session:write',
  'session:archive',
  'session:steer',
]

/** What each role may do. */
const GRANTS = {
  owner: [
    ...member,
    'session:delete',
    'member:read',
    'member:write',
    'member:delete',
    'billing:read',
    'billing:write',
    'tenant:admin',
  ],
  admin: [...member, 'session:delete', 'member:read', 'member:write', 'billing:read'],
  billing_admin: [...member, 'billing:read', 'billing:write'],
  member,
  viewer: ['session:read'],
  /** The hooks of agents: they bring events and wait for answers, see `mayIngest`. */
  hook: [],
} as const satisfies Record<string, readonly Permission[]>

export type Role = keyof typeof GRANTS

export function may(identity: Identity, permission: Permission): boolean {
  return (GRANTS[identity.role] as readonly Permission[]).includes(permission)
}

/** Whether somebody may bring events: those who write, and the hooks of agents, which may nothing else. */
export function mayIngest(identity: Identity): boolean {
  return identity.role === 'hook' || may(identity, 'session:write')
}

/** The identity of the hook token of a data directory: whose sessions it tells of, but nothing of what they may do. */
export function hooksOf({ tenantId }: Identity): Identity {
  return { userId: 'hook', email: null, tenantId, role: 'hook' }
}

export const OWNER: Identity = { userId: 'owner', email: null, tenantId: 'local', role: 'owner' }

/** The identity of `--dev`, as the protocol documents it. */
export const DEVELOPER: Identity = {
  userId: 'dev-user-001',
  email: 'developer@example.com',
  tenantId: 'dev',
  role: 'owner',
}
