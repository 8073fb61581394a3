import { s } from '../schema.js'
import { EXAMPLE, EXAMPLE_SESSION } from './example.js'
import { chapter, row } from './row.js'
import { AnyObject, SessionMeta } from './shapes.js'

const connection = ['connection'] as const
const change = ['connection', 'tenant'] as const

const Project = s.object({
  id: s.string(),
  tenantId: s.string(),
  name: s.string(),
  path: s.nullable(s.string()),
  archived: s.boolean(),
  settings: AnyObject,
  createdAt: s.number(),
  updatedAt: s.number(),
})
const withProject = s.object({ project: Project })
const project = {
  id: EXAMPLE.projectId,
  tenantId: 'local',
  name: 'Shop',
  path: '/home/me/shop',
  archived: false,
  settings: {},
  createdAt: 1709312400000,
  updatedAt: 1709312460000,
}

export const projectEvents = chapter({
  id: 'project',
  title: 'Projects',
  about: 'Sessions gathered under a name and a folder.',
  rows: {
    project_list: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ projects: s.array(Project) }),
      description: 'Answer to list_projects.',
      example: { projects: [project] },
    }),
    project_created: row({
      kind: 'reply',
      scopes: change,
      data: withProject,
      description: 'There is a new project.',
      example: { project },
    }),
    project_updated: row({
      kind: 'reply',
      scopes: change,
      data: withProject,
      description: 'Name, folder or settings of a project changed.',
      example: { project: { ...project, name: 'Shop 2' } },
    }),
    project_archived: row({
      kind: 'reply',
      scopes: change,
      data: withProject,
      description: 'A project was put away.',
      example: { project: { ...project, archived: true } },
    }),
    project_unarchived: row({
      kind: 'reply',
      scopes: change,
      data: withProject,
      description: 'A project was brought back.',
      example: { project },
    }),
    project_deleted: row({
      kind: 'reply',
      scopes: change,
      data: s.object({ projectId: s.string() }),
      description: 'A project is gone; its sessions are not.',
      example: { projectId: EXAMPLE.projectId },
    }),
    project_detail: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ project: Project, sessions: s.array(SessionMeta) }),
      description: 'Answer to get_project.',
      example: { project, sessions: [EXAMPLE_SESSION] },
    }),
  },
})
