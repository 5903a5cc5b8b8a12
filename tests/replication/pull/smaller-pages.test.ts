import { expect, test } from 'vitest'
import { readSetting } from '../../../collections/writes/write-settings.ts'
import { noAnswer } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { submittedDocs } from '../../submitted.ts'
import { clock, databaseForEachTest, db } from '../saved-work.ts'
import { cut, page, pull, row } from './pull-once.ts'

/** What does not come in time is asked for in smaller pages, behind what has come. */

databaseForEachTest()

const shown = async () => (await submittedDocs(db)).map(({ server_id }) => server_id)

/** A server with so many rows, whose pages a link carries up to a size; it lists the asked pages. */
const pagesOf = (
  rows: number,
  carried: number,
  lost: () => unknown = () => err(noAnswer('timeout')),
) => {
  const asked: string[] = []
  return {
    asked,
    page: (at: never, limit: never) => {
      asked.push(`${at}/${limit}`)
      // Not so fast that larger pages would come.
      clock.advance(20_000)
      const begin = (Number(at) - 1) * limit
      const listed = Array.from({ length: rows }, (_, index) => row(String(index)))
      const found = listed.slice(begin, begin + limit)
      return found.length > carried ? lost() : ok(found)
    },
  }
}

test('a first fetch that breaks off keeps what has come, and goes on behind it', async () => {
  const { page: whole, asked } = pagesOf(1500, 1000)
  const broken = await pull({
    page: (at: never, limit: never) => (Number(at) === 2 ? cut : whole(at, limit)),
  })
  expect(broken.result).toEqual(cut)
  expect(await shown()).toHaveLength(1000)
  expect(await readSetting(db, 'allPagesFetched')).toBe(false)
  expect((await pull({ page: whole })).result).toEqual(ok(undefined))
  expect(await shown()).toHaveLength(1500)
  expect(asked[0]).toBe('1/1000')
  expect(asked).not.toContain('1/200')
})

test('a page that does not come in time is asked for in smaller pages, and no row is left out', async () => {
  const { page: slow, asked } = pagesOf(95, 40)
  expect((await pull({ page: slow })).result).toEqual(ok(undefined))
  expect(await shown()).toHaveLength(95)
  expect(asked.slice(0, 4)).toEqual(['1/1000', '1/200', '1/40', '2/40'])
})

test('smaller pages of a server that caps its pages leave no row out', async () => {
  const { page: slow } = pagesOf(95, 30)
  const capped = (at: never, limit: number) => slow(at, Math.min(50, limit) as never)
  const answers = [ok(Array.from({ length: 50 }, (_, index) => row(String(index))))]
  const { result } = await pull({ page: (at, limit) => answers.shift() ?? capped(at, limit) })
  expect(result).toEqual(ok(undefined))
  expect(await shown()).toHaveLength(95)
})

test('a page of changes that does not come in time is asked for in smaller pages from its cursor', async () => {
  const asked: unknown[] = []
  const { result } = await pull(
    {
      changes: (since: never, limit: never) => {
        asked.push([since, limit])
        if (Number(limit) > 40) return err(noAnswer('timeout'))
        const at = Number(since) + 1
        return page(String(at), { rows: [row(String(at))], hasMore: at < 3 })
      },
    },
    { extensions: ['changes'] },
  )
  expect(result).toEqual(ok(undefined))
  expect(asked.slice(0, 3)).toEqual([
    ['', 1000],
    ['', 200],
    ['', 40],
  ])
  expect(await shown()).toHaveLength(3)
})
