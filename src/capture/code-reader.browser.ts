/* The only door to barcode-detector and its WebAssembly, which load when a code is first scanned. */
import type { BarcodeDetector } from 'barcode-detector/ponyfill'
import programPath from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Reads the codes in a picture. */
type CodeReader = Pick<BarcodeDetector, 'detect'>

/** The formats that a browser's own reader must support to be used. */
const leastFormats = ['qr_code', 'code_128', 'ean_13'] as const

/** The browser's own reader; undefined when there is none, or when it supports too few formats. */
const ownReader = async (): Promise<typeof BarcodeDetector | undefined> => {
  const own: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  if (typeof own !== 'function') return undefined
  const Own = own as typeof BarcodeDetector
  const formats = await Own.getSupportedFormats().catch((): readonly string[] => [])
  return leastFormats.every(format => formats.includes(format)) ? Own : undefined
}

/** Whether the browser reads codes itself. */
export const hasOwnReader = async (): Promise<boolean> => (await ownReader()) !== undefined

/** Makes a reader. Rejects when its program is neither on the device nor reachable. */
export const openCodeReader = async (): Promise<CodeReader> => {
  const Own = await ownReader()
  if (Own !== undefined) return new Own()
  const [library, wasmBinary] = await Promise.all([
    import('barcode-detector/ponyfill'),
    readProgram(),
  ])
  await library.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return new library.BarcodeDetector()
}

const readProgram = async (): Promise<ArrayBuffer> => {
  const answer = await fetch(programPath)
  if (!answer.ok) throw new Error(`The code reader was not found (${answer.status}).`)
  return answer.arrayBuffer()
}
