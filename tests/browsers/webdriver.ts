import { screenSize, type Browser, type Tab } from './driver.ts'

/*
 * A browser over the commands of W3C WebDriver, however they travel: to WebKit over HTTP, to Firefox over its own
 * socket, because no registry has the program in between.
 */

/** Sends one command by its name in the standard, and returns its value. */
export type Command = (name: CommandName, parameters?: object) => Promise<unknown>

export type CommandName =
  | 'NewSession'
  | 'DeleteSession'
  | 'Navigate'
  | 'ExecuteAsyncScript'
  | 'PerformActions'
  | 'FindElement'
  | 'ElementSendKeys'
  | 'TakeScreenshot'
  | 'NewWindow'
  | 'CloseWindow'
  | 'SwitchToWindow'
  | 'GetWindowHandles'
  | 'SetWindowRect'

/** The key of an element's id in a message. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

const enterKey = '\uE007'

/** A browser whose session has begun. */
export const browserOver = async (
  command: Command,
  version: string,
  rest: Pick<Browser, 'setOffline' | 'close'>,
): Promise<Browser> => {
  let current: unknown = null
  const handles: unknown[] = []
  const inWindow =
    (handle: unknown): Command =>
    async (name, parameters) => {
      if (current !== handle) await command('SwitchToWindow', { handle })
      current = handle
      return command(name, parameters)
    }
  return {
    version,
    newTab: async () => {
      // A session begins with a window. Another one is opened from a window that is still there.
      const [first] = handles
      const handle =
        first === undefined
          ? (valueOf(await command('GetWindowHandles')) as readonly string[])[0]
          : ((await inWindow(first)('NewWindow', { type: 'tab' })) as { handle: string }).handle
      handles.push(handle)
      const send = inWindow(handle)
      await send('SetWindowRect', screenSize)
      return tabOf(send, () => {
        handles.splice(handles.indexOf(handle), 1)
        current = null
      })
    },
    ...rest,
  }
}

/** Firefox wraps some values. */
const valueOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : answer

const pointer = (x: number, y: number) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

const keys = (text: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text.replaceAll('\n', enterKey)].flatMap(value => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

const tabOf = (send: Command, closed: () => void): Tab => ({
  open: async url => {
    await send('Navigate', { url })
  },
  run: async body => {
    const script = `const done = arguments[arguments.length - 1];
      (async () => {${body}})().then(
        value => done({ returned: value }),
        error => done({ thrown: String(error && error.message) }))`
    const outcome = valueOf(await send('ExecuteAsyncScript', { script, args: [] }))
    const { returned, thrown } = outcome as { returned?: string; thrown?: string }
    if (thrown !== undefined) throw new Error(thrown)
    return returned ?? ''
  },
  press: async (x, y) => {
    await send('PerformActions', { actions: [pointer(x, y)] })
  },
  type: async text => {
    await send('PerformActions', { actions: [keys(text)] })
  },
  attach: async (css, paths) => {
    const element = valueOf(await send('FindElement', { using: 'css selector', value: css }))
    const id = (element as Record<string, string>)[elementKey]
    await send('ElementSendKeys', { id, text: paths.join('\n') })
  },
  picture: async () =>
    Buffer.from(valueOf(await send('TakeScreenshot', { full: false })) as string, 'base64'),
  close: async () => {
    await send('CloseWindow')
    closed()
  },
})
