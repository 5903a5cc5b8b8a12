import { useApp } from '../context.tsx'
import { useStream } from '../lib/hooks/use-stream.ts'
import { Select } from '../ui/inputs/select.tsx'
import { Switch } from '../ui/choices/switch.tsx'
import { Panel } from './panel.tsx'
import { faults, switchesOf, type Fault, type SwitchedEnv } from './switches.ts'

const speeds = [
  { value: '0', label: 'As it is' },
  { value: '400', label: '0.4 s more for each request' },
  { value: '2000', label: '2 s more (a bad 2G)' },
  { value: '10000', label: '10 s more' },
]

const kinds = Object.entries(faults).map(([value, label]) => ({ value, label }))

const times = ['1', '3', '10', '1000'].map(value => ({ value, label: value }))

/** Makes the network bad in every tab of this browser, until it is switched back. */
export function SwitchPanel() {
  const { env } = useApp()
  const switched = switchesOf(env)
  return (
    <Panel title="Network">{switched === null ? null : <Switches switched={switched} />}</Panel>
  )
}

function Switches({ switched: { switches$, set } }: { switched: SwitchedEnv }) {
  const { offline, slowMs, fault, faultsLeft } = useStream(switches$, switches$.value)
  return (
    <>
      <Switch label="Offline" checked={offline} onChange={next => set({ offline: next })} />
      <Select
        label="Speed"
        options={speeds}
        value={String(slowMs)}
        onChange={event => set({ slowMs: Number(event.target.value) })}
      />
      <Select
        label="What befalls the next requests that write"
        options={kinds}
        value={fault}
        onChange={event => {
          const next = event.target.value as Fault
          set({ fault: next, faultsLeft: next === 'none' ? 0 : 1 })
        }}
      />
      {fault !== 'none' && (
        <Select
          label={`How many of them (${faultsLeft} left)`}
          options={times}
          value={String(faultsLeft)}
          onChange={event => set({ faultsLeft: Number(event.target.value) })}
        />
      )}
    </>
  )
}
