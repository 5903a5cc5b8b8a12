import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { changesOf } from '../../collections/query.ts'
import { sourceFiles } from '../architecture/files.ts'
import { createIndexedDb, until } from '../env.ts'

/** Following writes without keeping them in memory. */

test('reports each write to a collection, and none to the others', async () => {
  const db = await openDatabase(`changes-${process.pid}`, oneDatabase(createIndexedDb()))
  const heard: string[] = []
  const following = changesOf(db.form_responses).subscribe(({ operation, documentData }) =>
    heard.push(`${operation} ${String(documentData.value)}`),
  )
  await keepAnswer(db, 'temp_1', 'q1', 'one', 1)
  await keepAnswer(db, 'temp_1', 'q1', 'two', 2)
  await writeSetting(db, 'lastSyncTime', 3)
  await db.form_responses.find().remove()
  await until('three writes', () => heard.length >= 3)
  expect(heard).toEqual(['INSERT one', 'UPDATE two', 'DELETE two'])
  following.unsubscribe()
  await db.close()
})

test("no code of the product subscribes to RxDB's own event streams, which never release memory", () => {
  const kept = /\.(?:insert|update|remove)\$|\bdb(?:\.\w+)?\.\$/
  const using = sourceFiles
    .filter(({ path }) => /^(src|replication|collections)\//.test(path))
    // The inspector is for development only.
    .filter(({ path }) => !path.startsWith('src/dev/'))
    .filter(({ text }) => kept.test(text.replaceAll(/\/\*\*?[\s\S]*?\*\//g, '')))
    .map(({ path }) => path)
  expect(using).toEqual([])
})
