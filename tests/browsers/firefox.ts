import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { position, type Browser, type Engine, type Folders } from './driver.ts'
import { ended, untilFound } from './processes.ts'
import { browserOver, type Command } from './webdriver.ts'

/* Debian's Firefox over Marionette, the socket behind its WebDriver. */

const settings = ({ downloads }: Folders): Readonly<Record<string, unknown>> => ({
  // A free port; the profile then has it in a file.
  'marionette.port': 0,
  // No questions, and no requests of its own.
  'permissions.default.geo': 1,
  'geo.provider.network.url': `data:application/json,${JSON.stringify({
    location: { lat: position.latitude, lng: position.longitude },
    accuracy: position.accuracy,
  })}`,
  'intl.locale.requested': 'en-US',
  'browser.download.folderList': 2,
  'browser.download.dir': downloads,
  'browser.download.useDownloadDir': true,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.newtabpage.enabled': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Otherwise its offline mode leaves out this machine.
  'network.disable-localhost-when-offline': true,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': 'data:,',
})

/** Speaks Marionette: each message is its length, a colon and JSON. */
const talk = (socket: Socket): ((name: string, parameters?: object) => Promise<unknown>) => {
  const waiting = new Map<number, (error: { message: string } | null, result: unknown) => void>()
  let rest = Buffer.alloc(0)
  let last = 0
  const read = (): boolean => {
    const colon = rest.indexOf(':')
    const length = Number(rest.subarray(0, colon))
    if (colon < 0 || rest.length < colon + 1 + length) return false
    const message: unknown = JSON.parse(rest.subarray(colon + 1, colon + 1 + length).toString())
    rest = rest.subarray(colon + 1 + length)
    // The greeting is no list.
    if (!Array.isArray(message)) return true
    const [, id, error, result] = message as [number, number, { message: string } | null, unknown]
    waiting.get(id)?.(error, result)
    waiting.delete(id)
    return true
  }
  socket.on('data', chunk => {
    rest = Buffer.concat([rest, chunk])
    while (read()) {
      // The next one may have come with it.
    }
  })
  return (name, parameters = {}) =>
    new Promise((resolve, reject) => {
      const id = (last += 1)
      waiting.set(id, (error, result) => {
        if (error === null) resolve(result)
        else reject(new Error(`${name}: ${error.message}`))
      })
      const text = JSON.stringify([0, id, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}

const launch = async (binary: string, folders: Folders): Promise<Browser> => {
  const lines = Object.entries(settings(folders)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(folders.profile, 'user.js'), lines.join(''))
  const child = spawn(
    binary,
    [
      '--headless',
      '--marionette',
      '--remote-allow-system-access',
      '--no-remote',
      '--profile',
      folders.profile,
    ],
    {
      stdio: 'ignore',
      env: { ...process.env, HOME: folders.profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  )
  const port = await untilFound('the port of Firefox', async () =>
    Number(await readFile(join(folders.profile, 'MarionetteActivePort'), 'utf8')),
  )
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const send = talk(socket)
  const command: Command = (name, parameters) => send(`WebDriver:${name}`, parameters)
  const capabilities = { alwaysMatch: { timeouts: { script: 60_000, pageLoad: 60_000 } } }
  const session = (await command('NewSession', { capabilities })) as {
    capabilities: { browserVersion: string }
  }
  const inBrowser = async (script: string) => {
    await send('Marionette:SetContext', { value: 'chrome' })
    await send('WebDriver:ExecuteScript', { script, args: [] })
    await send('Marionette:SetContext', { value: 'content' })
  }
  return browserOver(command, session.capabilities.browserVersion, {
    setOffline: isOffline => inBrowser(`Services.io.offline = ${isOffline}`),
    close: async () => {
      void send('Marionette:Quit', { flags: ['eAttemptQuit'] }).catch(() => {})
      await ended(child)
      socket.destroy()
    },
  })
}

/** A Firefox at a path. */
export const firefoxAt = (name: string, binary: string): Engine => ({
  name,
  launch: folders => launch(binary, folders),
})
