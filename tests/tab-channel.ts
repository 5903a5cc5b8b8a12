/* The only door to broadcast-channel, with which RxDB's tabs exchange messages. */
import { enforceOptions } from 'broadcast-channel'

// The runtime's own channel, as in a browser. In Node the package would use sockets and files instead, which would
// distort measurements and reach every process of the machine.
enforceOptions({ type: 'native' })
