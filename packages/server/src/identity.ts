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
} as const satisfies Record<string, readonly Permission[]>

export type Role = keyof typeof GRANTS

export function may(identity: Identity, permission: Permission): boolean {
  return (GRANTS[identity.role] as readonly Permission[]).includes(permission)
}

export const OWNER: Identity = { userId: 'owner', email: null, tenantId: 'local', role: 'owner' }

/** The identity of `--dev`, as the protocol documents it. */
export const DEVELOPER: Identity = {
  userId: 'dev-user-001',
  email: 'developer@example.com',
  tenantId: 'dev',
  role: 'owner',
}
