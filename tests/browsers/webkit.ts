import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Readable } from 'node:stream'
import { freePort } from '../e2e/server.ts'
import { position, screenSize, type Browser, type Engine, type Folders } from './driver.ts'
import { ended, untilFound } from './processes.ts'
import { browserOver, type Command, type CommandName } from './webdriver.ts'

/* Debian's WebKitGTK over its WebDriver, in a window of its own on a display in memory. */

/** The method and the path of a command; `{id}` is an element's. */
const calls: Readonly<Record<CommandName, readonly [method: string, path: string]>> = {
  NewSession: ['POST', ''],
  DeleteSession: ['DELETE', ''],
  Navigate: ['POST', '/url'],
  ExecuteAsyncScript: ['POST', '/execute/async'],
  PerformActions: ['POST', '/actions'],
  FindElement: ['POST', '/element'],
  ElementSendKeys: ['POST', '/element/{id}/value'],
  TakeScreenshot: ['GET', '/screenshot'],
  NewWindow: ['POST', '/window/new'],
  CloseWindow: ['DELETE', '/window'],
  SwitchToWindow: ['POST', '/window'],
  GetWindowHandles: ['GET', '/window/handles'],
  SetWindowRect: ['POST', '/window/rect'],
}

interface Answer {
  readonly value: unknown
}

/** Sends commands over HTTP; `base` ends with the session once there is one. */
const commandsTo =
  (base: () => string): Command =>
  async (name, parameters = {}) => {
    const [method, path] = calls[name]
    const { id = '' } = parameters as { id?: string }
    const response = await fetch(base() + path.replace('{id}', id), {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(parameters) } : {}),
    })
    const { value } = (await response.json()) as Answer
    if (response.ok) return value
    const { error, message } = value as { error: string; message?: string }
    throw new Error(`${name}: ${error} ${message ?? ''}`)
  }

/** A display in memory. It chooses its number and prints it. */
const startDisplay = async () => {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const name = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    ;(child.stdio[3] as Readable).once('data', (data: Buffer) => resolve(`:${String(data).trim()}`))
  })
  return { child, name }
}

const launch = async ({ profile, downloads }: Folders): Promise<Browser> => {
  const display = await startDisplay()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      // Its sandbox needs user namespaces, which a container does not give to root.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_PROFILE: profile,
      WEBKIT_DOWNLOADS: downloads,
      WEBKIT_POSITION: [position.latitude, position.longitude, position.accuracy].join(','),
      WEBKIT_SIZE: [screenSize.width, screenSize.height].join(','),
    },
  })
  const server = `http://127.0.0.1:${port}`
  await untilFound('WebKitWebDriver', async () => (await fetch(`${server}/status`)).ok || null)
  let base = `${server}/session`
  const command = commandsTo(() => base)
  const binary = fileURLToPath(new URL('webkit-window.py', import.meta.url))
  const session = (await command('NewSession', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary, args: [] },
        timeouts: { script: 60_000, pageLoad: 60_000 },
      },
    },
  })) as { sessionId: string; capabilities: { browserVersion: string } }
  base = `${base}/${session.sessionId}`
  return browserOver(command, session.capabilities.browserVersion, {
    setOffline: null,
    close: async () => {
      await command('DeleteSession').catch(() => {})
      for (const { child } of [{ child: driver }, display]) {
        child.kill('SIGTERM')
        await ended(child)
      }
    },
  })
}

/** The installed WebKitGTK. */
export const webkit = (name: string): Engine => ({ name, launch })
