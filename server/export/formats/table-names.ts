import { extname } from 'node:path'
import { cut } from './cut.ts'

/** The most bytes of a repeat in the name of its file, so that the name with all that is added fits 255. */
const repeatBytes = 100

/**
 * The path of each table: `visits.csv`, and `visits.members.csv` for that of a repeat. A repeat that would get the
 * name of another table, such as the codebook, gets a number.
 */
export const pathsOf = (out: string, tableNames: readonly string[]): readonly string[] => {
  const extension = extname(out)
  const start = out.slice(0, out.length - extension.length)
  const taken = new Set<string>()
  return tableNames.map(tableName => {
    const name = cut(tableName.replace(/[^\p{L}\p{N}._-]+/gu, '-'), repeatBytes)
    const at = (number: number) =>
      tableName === '' ? out : `${start}.${name}${number === 1 ? '' : `-${number}`}${extension}`
    let number = 1
    while (taken.has(at(number).toLowerCase())) number += 1
    taken.add(at(number).toLowerCase())
    return at(number)
  })
}
