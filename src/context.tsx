import { createContext, useContext } from 'react'
import type { BehaviorSubject } from 'rxjs'
import type { HeldKey } from '../collections/storage/data-key.ts'
import type { Client } from '../replication/http/client.ts'
import type { Api } from '../replication/http/api.ts'
import type { Env } from './env.ts'
import type { Keeper } from './workspace/keeper.ts'
import type { ServerClock } from './workspace/server-clock.ts'
import type { SessionStore } from './session/session.ts'
import type { LanguageChoice } from './messages/language-choice.ts'
import type { Vault } from './session/vault.ts'
import type { Workspace } from './workspace/workspace.ts'

/** What every screen may use, made once in main.tsx. */
export interface App {
  readonly env: Env
  readonly vault: Vault
  /** The key of the unlocked database with a PIN; null without a PIN, or while locked. In memory only. */
  readonly held$: BehaviorSubject<HeldKey | null>
  readonly session: SessionStore
  readonly client: Client
  readonly api: Api
  readonly serverClock: ServerClock
  readonly languageChoice: LanguageChoice
}

/** The contexts of the app, the signed-in workspace and its keeper. */
export const AppContext = createContext<App | null>(null)
export const WorkspaceContext = createContext<Workspace | null>(null)
export const KeeperContext = createContext<Keeper | null>(null)

/** The app's services; only within <AppContext>. */
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

/** Opens, closes and wipes the workspace, on the few screens that end or renew it. */
export const useKeeper = (): Keeper => {
  const keeper = useContext(KeeperContext)
  if (keeper === null) throw new Error('useKeeper needs a KeeperContext above it.')
  return keeper
}
