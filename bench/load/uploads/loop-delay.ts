import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Imported into the measured server: on SIGUSR2 it prints the longest delay of the event loop since the last time. */
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('SIGUSR2', () => {
  process.stdout.write(`longest delay: ${Math.round(delay.max / 1e6)} ms\n`)
  delay.reset()
})
