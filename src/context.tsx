import { createContext, useContext } from 'react'
import type { Client } from '../replication/client.ts'
import type { Api } from '../replication/api.ts'
import type { Env } from './env.ts'
import type { SessionStore } from './session/session.ts'
import type { Vault } from './session/vault.ts'
import type { Workspace } from './session/workspace.ts'

/** What every screen may use, made once in main.tsx. */
export interface App {
  readonly env: Env
  readonly vault: Vault
  readonly session: SessionStore
  readonly client: Client
  readonly api: Api
}

export const AppContext = createContext<App | null>(null)
export const WorkspaceContext = createContext<Workspace | null>(null)

/** The app's parts; only within <AppContext>. */
export const useApp = (): App => {
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp needs an AppContext above it.')
  return app
}

/** The signed-in surveyor's database and sync; only on screens behind the guard. */
export const useWorkspace = (): Workspace => {
  const workspace = useContext(WorkspaceContext)
  if (workspace === null) throw new Error('useWorkspace is for signed-in screens.')
  return workspace
}
