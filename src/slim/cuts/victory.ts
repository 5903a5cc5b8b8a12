import type { Cut } from './cut.ts'

/** What the build leaves out of the chart's measuring of words: the widths of letters, because the browser measures. */
export const victory: Cut = {
  module: 'victory-core/es/victory-util/textsize.js',
  texts: [['if (!isClient || __debugForceApproximate) {', 'if (!1) {']],
  passages: [
    [
      'const fonts = {',
      '// https://developer.mozilla.org/en/docs/Web/CSS/length',
      'const fonts = {};\n',
    ],
  ],
}
