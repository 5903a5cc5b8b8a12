import { createDisk, openDevice, type Device, type Disk } from '../device.ts'
import { createFakeClock, type FakeClock } from '../env.ts'
import type { FaultName, Faults } from '../../server/faults.ts'

/** A server as the simulation sees it: our own, or one that knows only the spec's calls. */
export interface SimServer {
  readonly name: string
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  readonly origin: string
  readonly faults: Faults
  readonly token: string
  readonly formId: string
  readonly rows: () => Promise<readonly SimRow[]>
}

/** A row on the server, found by the marker that its interview was given. */
export interface SimRow {
  readonly marker: string
  readonly note: string
  readonly files: number
}

/** What the simulation knows must be so of an interview that was submitted. */
export interface Expected {
  readonly id: string
  readonly marker: string
  note: string
  files: number
  deleted: boolean
}

/** One device, its disk and its server, with everything that was ever submitted. */
export interface World {
  readonly server: SimServer
  readonly disk: Disk
  readonly clock: FakeClock
  device: Device
  readonly submitted: Expected[]
  /** What happened, in order; printed when an invariant breaks. */
  readonly log: string[]
}

export const markerField = 'marker'
export const noteField = 'note'

/** The ways to fail that leave the request or its answer behind, by what they mean to the client. */
export const simFaults: readonly FaultName[] = [
  'drop-before',
  'drop-after',
  '500',
  '500-html',
  '403-html',
  'html',
  'empty',
  'truncated',
  'draft',
]

/** A new device with an empty disk. */
export const createWorld = async (server: SimServer): Promise<World> => {
  const disk = createDisk()
  const clock = createFakeClock()
  const device = await openDevice({ ...server, clock }, disk, server.token)
  return { server, disk, clock, device, submitted: [], log: [] }
}

/** The app is gone and started again: what was not written is lost, what was is there. */
export const restart = async (world: World): Promise<void> => {
  const wasOnline = world.device.env.network.isOnline()
  await world.device.crash()
  const { server, clock, disk } = world
  world.device = await openDevice({ ...server, clock }, disk, server.token)
  if (!wasOnline) world.device.env.cut()
}
