/* The only door to broadcast-channel, by which RxDB's tabs hear each other. */
import { enforceOptions } from 'broadcast-channel'

// The runtime's own channel, as in a browser. In Node the package would take sockets and files instead, which cost
// as much as what is measured beside them, and which every process of the machine hears.
enforceOptions({ type: 'native' })
