import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { launchArguments } from '../e2e/browser.ts'
import {
  position,
  screenSize,
  type Browser,
  type Engine,
  type Folders,
  type Tab,
} from './driver.ts'
import { ended } from './processes.ts'

/*
 * Chromium of any year, over its DevTools protocol. Playwright and chromedriver need a browser of about their own age.
 */

type Params = Readonly<Record<string, unknown>>
type Send = <Result>(method: string, params?: Params, session?: string) => Promise<Result>

interface Message {
  readonly id?: number
  readonly method?: string
  readonly sessionId?: string
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Speaks the protocol over a pipe, in messages that end with a zero byte. */
const talk = (input: Writable, output: Readable, heard: (message: Message) => void): Send => {
  const waiting = new Map<number, (message: Message) => void>()
  let rest = ''
  let last = 0
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const message = JSON.parse(part) as Message
      if (message.id === undefined) heard(message)
      else waiting.get(message.id)?.(message)
    }
  })
  return (method, params = {}, session) =>
    new Promise((resolve, reject) => {
      const id = (last += 1)
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error === undefined) resolve(result as never)
        else reject(new Error(`${method}: ${error.message}`))
      })
      const more = session === undefined ? {} : { sessionId: session }
      input.write(`${JSON.stringify({ id, method, params, ...more })}\0`)
    })
}

const launch = async (binary: string, { profile, downloads }: Folders): Promise<Browser> => {
  const child = spawn(
    binary,
    [
      ...launchArguments,
      '--headless',
      '--no-zygote',
      '--lang=en-US',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      `--window-size=${screenSize.width},${screenSize.height}`,
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      // An old Chromium makes no language of a locale such as C.UTF-8.
      env: { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en_US', LC_ALL: 'en_US.UTF-8' },
    },
  )
  const send: Send = talk(
    child.stdio[3] as Writable,
    child.stdio[4] as Readable,
    ({ method, sessionId }) => {
      // The page asks whether it may be left.
      if (method !== 'Page.javascriptDialogOpening') return
      void send('Page.handleJavaScriptDialog', { accept: true }, sessionId)
    },
  )
  const { product } = await send<{ product: string }>('Browser.getVersion')
  await send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads })
  await send('Browser.grantPermissions', { permissions: ['geolocation'] })
  const sessions = new Set<string>()
  let isOffline = false
  const network = (session: string) =>
    send(
      'Network.emulateNetworkConditions',
      { offline: isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
      session,
    )
  return {
    version: product.replace(/^\D+/, ''),
    newTab: async () => {
      const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
        url: 'about:blank',
      })
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
        targetId,
        flatten: true,
      })
      for (const domain of ['Page', 'Network']) await send(`${domain}.enable`, {}, sessionId)
      const metrics = { ...screenSize, deviceScaleFactor: 1, mobile: false }
      await send('Emulation.setDeviceMetricsOverride', metrics, sessionId)
      await send('Emulation.setGeolocationOverride', position, sessionId)
      await network(sessionId)
      sessions.add(sessionId)
      return tabOf(
        (method, params) => send(method, params, sessionId),
        async () => {
          sessions.delete(sessionId)
          await send('Target.closeTarget', { targetId })
        },
      )
    },
    setOffline: async wanted => {
      isOffline = wanted
      for (const session of sessions) await network(session)
    },
    close: async () => {
      void send('Browser.close').catch(() => {})
      await ended(child)
    },
  }
}

interface Evaluated {
  readonly result: { readonly value: string }
  readonly exceptionDetails?: {
    readonly text: string
    readonly exception?: { readonly description?: string }
  }
}

const tabOf = (
  send: <Result>(method: string, params?: Params) => Promise<Result>,
  close: () => Promise<void>,
): Tab => ({
  open: async url => {
    // A tab in the background is not painted, and not all of a long form is in it.
    await send('Page.bringToFront')
    await send('Page.navigate', { url })
  },
  run: async body => {
    const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', {
      expression: `(async () => {${body}})()`,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    })
    if (exceptionDetails === undefined) return result.value
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  },
  press: async (x, y) => {
    const at = { x, y, button: 'left', clickCount: 1 }
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
      await send('Input.dispatchMouseEvent', { ...at, type })
    }
  },
  type: async text => {
    for (const [line, words] of text.split('\n').entries()) {
      if (line > 0) {
        const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
        for (const type of ['keyDown', 'keyUp']) {
          await send('Input.dispatchKeyEvent', { ...enter, type })
        }
      }
      if (words !== '') await send('Input.insertText', { text: words })
    }
  },
  attach: async (css, paths) => {
    const { root } = await send<{ root: { nodeId: number } }>('DOM.getDocument')
    const { nodeId } = await send<{ nodeId: number }>('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: css,
    })
    await send('DOM.setFileInputFiles', { nodeId, files: [...paths] })
  },
  picture: async () => {
    const { data } = await send<{ data: string }>('Page.captureScreenshot')
    return Buffer.from(data, 'base64')
  },
  close,
})

/** A Chromium at a path. */
export const chromiumAt = (name: string, binary: string): Engine => ({
  name,
  launch: folders => launch(binary, folders),
})
