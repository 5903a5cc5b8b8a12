import { randomUUID } from 'node:crypto'
import { submission } from '../load/prepare.ts'

/** The calls of one surveyor, one after the other; the same for every server. */

interface Answered {
  readonly data: { readonly id?: string }
  readonly meta?: { readonly next?: string }
}

/** Two submits, one edit, one read and one request for changes, repeated. Throws when a call is refused. */
export const callAsSurveyor = async (url: string, token: string, calls: number): Promise<void> => {
  const ask = async (path: string, method: string, body?: object): Promise<Answered> => {
    const response = await fetch(`${url}/api/surveyor/form-submissions${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Answered
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}.`)
    return answer
  }
  let last = { id: '', key: '' }
  let since = ''
  for (let call = 0; call < calls; call += 1) {
    switch (call % 5) {
      case 0:
      case 1: {
        const key = randomUUID()
        last = { id: (await ask('', 'POST', submission(key, 'first'))).data.id ?? '', key }
        break
      }
      case 2:
        await ask(`/${last.id}`, 'PUT', {
          ...submission(last.key, randomUUID()),
          updated_at: new Date().toISOString(),
        })
        break
      case 3:
        await ask(`/${last.id}`, 'GET')
        break
      default:
        since = (await ask(`?since=${since}&limit=100`, 'GET')).meta?.next ?? since
    }
  }
}
