import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { column, csvRows } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { newSubmission, rowOf, signIn, type Ask } from './surveyor.ts'

const formId = 'household-profile'

describeServer('a position that was found long after the first answer', server => {
  const admin = adminOf(server)
  const post = (ask: Ask, client_key: string, details: object) =>
    ask('submissionCreate', { body: newSubmission({ client_key, details }) })

  test('is said by the row, and by the export; a text or less than nothing is ignored', async () => {
    const ask = await signIn(server())
    const from = new Date(server().clock() + 1000).toISOString()
    const sent: readonly (readonly [key: string, details: object, said: number | null])[] = [
      ['late', { located_after: 172_800 }, 172_800],
      ['soon', {}, null],
      ['text', { located_after: 'two days' }, null],
      ['less', { located_after: -1 }, null],
    ]
    for (const [key, details, said] of sent) {
      server().clock.advance(60_000)
      const made = await post(ask, key, details)
      expect([made.status, made.data]).toEqual([
        201,
        expect.objectContaining({ located_after: said }),
      ])
      const again = await ask('submission', { id: rowOf(made).id })
      expect(again.data).toMatchObject({ located_after: said })
    }
    const directory = await temporaryDirectory()
    const out = join(directory.path, 'v.csv')
    await admin('submissions', 'export', formId, '--out', out, '--from', from)
    const located = column(csvRows(await readFile(out, 'utf8')), 'located_after')
    expect(located).toEqual(['172800', '', '', ''])
    await directory.remove()
  })

  test('goes with its submission', async () => {
    const ask = await signIn(server())
    const made = await post(ask, 'gone', { located_after: 172_800 })
    await ask('submissionDelete', { id: rowOf(made).id })
    const stored = await server().db.query(
      `select located_after from submissions where client_key = $1`,
      ['gone'],
    )
    expect(stored).toEqual([{ located_after: null }])
  })
})
