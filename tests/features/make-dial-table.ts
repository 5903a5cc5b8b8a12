/** Writes src/lib/phone/dial-table.ts from libphonenumber-js and Intl: `npx tsx tests/features/make-dial-table.ts`. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dialTableSource } from './dial-table-source.ts'

const file = new URL('../../src/lib/phone/dial-table.ts', import.meta.url)
await writeFile(fileURLToPath(file), dialTableSource())
