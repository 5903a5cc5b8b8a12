import { filter } from 'rxjs'
import { schemaVersion } from '../../../collections/schemas/schema.ts'
import type { Env } from '../../env.ts'

/**
 * The messages between the app's tabs. WARNING: tabs of other versions read them too.
 *
 *   tab that wants to update:      may-update ──► each tab with a half-filled survey: busy
 *   tab with a newer database:     retire ──────► each tab with an older one: retiring … retired
 */
type TabMessage =
  | { readonly type: 'may-update' | 'busy' | 'retiring' | 'retired' }
  | { readonly type: 'retire'; readonly schema: number }

type TabsEnv = Pick<Env, 'clock' | 'tabs'>

/** How long another tab may take to answer, and to close what it has open. */
const answerMs = 300
const retireMs = 3000

const isMessage = <Type extends TabMessage['type']>(
  message: unknown,
  type: Type,
): message is Extract<TabMessage, { type: Type }> =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type

const send = ({ tabs }: TabsEnv, message: TabMessage): void => tabs.post(message)

/** Whether another tab has unfinished work. No answer in time counts as no. */
export const isAnotherTabBusy = (env: TabsEnv): Promise<boolean> =>
  new Promise(resolve => {
    const end = (isBusy: boolean) => {
      answers.unsubscribe()
      cancel()
      resolve(isBusy)
    }
    const cancel = env.clock.after(answerMs, () => end(false))
    const answers = env.tabs.messages$
      .pipe(filter(message => isMessage(message, 'busy')))
      .subscribe(() => end(true))
    send(env, { type: 'may-update' })
  })

/** Answers the other tabs that want to update; returns a function that stops it. */
export const answerWhetherBusy = (env: TabsEnv, isBusy: () => boolean): (() => void) => {
  const questions = env.tabs.messages$
    .pipe(filter(message => isMessage(message, 'may-update')))
    .subscribe(() => {
      if (isBusy()) send(env, { type: 'busy' })
    })
  return () => questions.unsubscribe()
}

/**
 * Asks tabs with an older database to close it, and waits for them, at most 3 s. Call it before opening a newer
 * database.
 */
export const retireOlderTabs = (env: TabsEnv): Promise<void> =>
  new Promise(resolve => {
    let retiring = 0
    const end = () => {
      answers.unsubscribe()
      cancel()
      resolve()
    }
    const answers = env.tabs.messages$.subscribe(message => {
      if (isMessage(message, 'retiring')) {
        retiring += 1
        cancel()
        cancel = env.clock.after(retireMs, end)
      }
      if (isMessage(message, 'retired')) {
        retiring -= 1
        if (retiring === 0) end()
      }
    })
    let cancel = env.clock.after(answerMs, end)
    send(env, { type: 'retire', schema: schemaVersion })
  })

/** Closes this tab's work when a tab with a newer database requests it; returns a function that stops that. */
export const retireWhenOlder = (env: TabsEnv, closeWork: () => Promise<void>): (() => void) => {
  const demands = env.tabs.messages$.subscribe(message => {
    if (!isMessage(message, 'retire') || !(message.schema > schemaVersion)) return
    send(env, { type: 'retiring' })
    void closeWork()
      // If closing fails, the other tab must not wait forever.
      .catch(() => {})
      .then(() => send(env, { type: 'retired' }))
  })
  return () => demands.unsubscribe()
}
