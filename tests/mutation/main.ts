import { readOptions } from './options.ts'
import { play } from './play.ts'

process.exit(await play(readOptions(process.argv.slice(2))))
