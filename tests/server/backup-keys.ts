/** An age recipient of the tests' backups. */
export const recipient = 'age1h0cm20atww5pd8t547u4lec4ymf6llevkdflvfhemql488tpuqeqhn4tfx'
/** The identity that opens them. */
export const identity = 'AGE-SECRET-KEY-14ESJAYXX7DLKKHQZCYMT9QUMEHYMN0Q9U92LVNMDM7A9VUGFCGLQHDFJJU'
