import { randomUUID } from 'node:crypto'
import type { Review } from '../../../replication/wire/review.ts'
import { signedInAt } from '../../server/office/office-browser.ts'
import type { TestServer } from '../../server/make-server.ts'
import type { SimAccount, SimReviews, Surveyor } from './sim-server.ts'

/** The office of our own server: two who review, and what they have said. */

type Browser = Awaited<ReturnType<typeof signedInAt>>

const offices = new WeakMap<TestServer, Promise<readonly Browser[]>>()

const officeOf = (server: TestServer): Promise<readonly Browser[]> => {
  const known = offices.get(server) ?? Promise.all([signedInAt(server), signedInAt(server)])
  offices.set(server, known)
  return known
}

interface Read {
  readonly rev: string
  readonly review: Review | null
}

/** The reviews of a server, for the simulation. */
export const createReviews = (
  server: TestServer,
  accounts: Readonly<Record<Surveyor, SimAccount>>,
): SimReviews & { readonly backUp: () => void; readonly restore: () => void } => {
  let said: { readonly rowId: string; readonly id: string }[] = []
  let backup: typeof said = []
  const asked = (of: Surveyor, id: string) => ({ id, query: `?surveyor=${accounts[of].userId}` })
  const browser = async (who: 0 | 1): Promise<Browser> => {
    const found = (await officeOf(server))[who]
    if (found === undefined) throw new Error('There is no such reviewer.')
    return found
  }
  return {
    said: () => said,
    read: async (of, rowId) => {
      const answer = await (await browser(0)).ask('submission', asked(of, rowId))
      return answer.status === 200 ? (answer.data as Read) : null
    },
    comment: async (of, rowId, text, who) => {
      const body = { id: randomUUID(), field_id: 'note', occurrence: 0, text }
      const { status } = await (await browser(who)).ask('commentAdd', { ...asked(of, rowId), body })
      if (status === 200) said.push({ rowId, id: body.id })
      return status
    },
    decide: async (of, rowId, state, rev, who) => {
      const headers = { 'If-Match': `"${rev}"` }
      const options = { ...asked(of, rowId), body: { state }, headers }
      return (await (await browser(who)).ask('reviewSet', options)).status
    },
    backUp: () => {
      backup = [...said]
    },
    restore: () => {
      said = [...backup]
    },
  }
}
