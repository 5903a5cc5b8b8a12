import { filter } from 'rxjs'
import { schemaVersion } from '../../../collections/schemas/schema.ts'
import type { Env } from '../../env.ts'

/**
 * What the tabs of the app ask each other. WARNING: tabs of other versions understand it too.
 *
 *   who wants to update:       may-update ──► everybody with a half-filled survey: busy
 *   who has a newer database:  retire ──────► everybody with an older one: retiring … retired
 */
type TabMessage =
  | { readonly type: 'may-update' | 'busy' | 'retiring' | 'retired' }
  | { readonly type: 'retire'; readonly schema: number }

type TabsEnv = Pick<Env, 'clock' | 'tabs'>

/** How long another tab may take to answer, and to put away what it has open. */
const answerMs = 300
const retireMs = 3000

const isMessage = <Type extends TabMessage['type']>(
  message: unknown,
  type: Type,
): message is Extract<TabMessage, { type: Type }> =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type

const send = ({ tabs }: TabsEnv, message: TabMessage): void => tabs.post(message)

/** Whether another tab is in the middle of something; one that does not answer is not. */
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

/** Answers the other tabs' questions whether they may update; gives back how to stop. */
export const answerWhetherBusy = (env: TabsEnv, isBusy: () => boolean): (() => void) => {
  const questions = env.tabs.messages$
    .pipe(filter(message => isMessage(message, 'may-update')))
    .subscribe(() => {
      if (isBusy()) send(env, { type: 'busy' })
    })
  return () => questions.unsubscribe()
}

/**
 * Tells tabs with an older database to put their work away, and waits until they have, for at most 3 s.
 * To be called before a newer database is opened.
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

/** Puts this tab's work away when one with a newer database asks for it; gives back how to stop. */
export const retireWhenOlder = (env: TabsEnv, putAway: () => Promise<void>): (() => void) => {
  const demands = env.tabs.messages$.subscribe(message => {
    if (!isMessage(message, 'retire') || !(message.schema > schemaVersion)) return
    send(env, { type: 'retiring' })
    void putAway()
      // Whatever could not be put away, the other tab must not wait for it for ever.
      .catch(() => {})
      .then(() => send(env, { type: 'retired' }))
  })
  return () => demands.unsubscribe()
}
