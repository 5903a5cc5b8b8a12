import { expect, test } from 'vitest'
import { calls, type CallName } from '../../replication/wire/calls.ts'
import { describeServer } from './engines.ts'
import {
  asker,
  newSubmission,
  pngBytes,
  rowOf,
  rowsOf,
  signIn,
  uploadForm,
  type AskOptions,
} from './surveyor.ts'

const names = Object.keys(calls) as CallName[]
const ofSurveyors = names.filter(name => calls[name].access === 'surveyor')

const edit = { ...newSubmission(), updated_at: '2026-11-20T10:00:00.000Z' }
const attack: Partial<Record<CallName, AskOptions>> = {
  submissionUpdate: { body: edit },
  filesUpload: { form: uploadForm('f', [new File([pngBytes(1)], 'a.png')]) },
}

describeServer('what belongs to a surveyor', server => {
  test('needs a token in every call that is not public', async () => {
    const ended = await server().login()
    await asker(server(), ended)('logout')
    for (const name of ofSurveyors) {
      for (const token of [null, 'made-up', ended]) {
        const refused = await asker(server(), token)(name, { id: 'any', ...attack[name] })
        // The answer to HEAD has no body.
        const said = calls[name].method === 'HEAD' ? 'undefined' : 'Please login again'
        expect([name, refused.status, refused.message]).toEqual([name, 401, said])
      }
    }
    expect(ofSurveyors).toHaveLength(names.length - 4)
  })

  test('does not exist for another surveyor, in any call with an id', async () => {
    const [asha, other] = [await signIn(server()), await signIn(server(), 'first@transect.example')]
    const created = await asha('submissionCreate', { body: newSubmission() })
    const { id } = rowOf(created)
    await server().db.query(`delete from form_assignments where user_id in
      (select id from users where email = 'first@transect.example')`)

    const withId = names.filter(name => calls[name].path.includes(':id'))
    expect(withId).toHaveLength(11)
    for (const name of withId) {
      const target = name === 'form' ? 'household-profile' : id
      const refused = await other(name, { id: target, ...attack[name] })
      expect([name, refused.status]).toEqual([name, 404])
    }
    expect((await asha('submission', { id })).body['data']).toEqual(created.data)
  })

  test('is in no list and no number of another surveyor', async () => {
    const other = await signIn(server(), 'first@transect.example')
    for (const query of ['', '?since=']) {
      expect(rowsOf(await other('submissions', { query }))).toEqual([])
    }
    expect((await other('stats')).data).toMatchObject({ total_submissions: 0 })
    const heads = (await other('forms')).data as readonly { submissions: number }[]
    expect(heads.every(head => head.submissions === 0)).toBe(true)
  })

  test('does not appear through the cursor of another surveyor', async () => {
    const [asha, other] = [await signIn(server()), await signIn(server(), 'first@transect.example')]
    const { meta } = (await asha('submissions', { query: '?since=' })).body as {
      meta: { next: string }
    }
    const query = `?since=${meta.next}`
    expect(rowsOf(await other('submissions', { query }))).toEqual([])
  })
})
