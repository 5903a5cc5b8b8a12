/** The demo organization's logo: a hill, a path and the sun. */
export const demoLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="Terra Verde Relief">
  <rect width="96" height="96" rx="20" fill="#f4f8f1"/>
  <circle cx="66" cy="30" r="12" fill="#e9a93a"/>
  <path d="M8 74c10-26 24-38 38-38s28 12 42 38z" fill="#2f7d4f"/>
  <path d="M40 74c4-12 14-14 10-22-2-4-5-6-5-12 8 5 14 8 15 14 1 7-6 10-5 20z" fill="#f4f8f1"/>
  <path d="M8 74h80v6a8 8 0 0 1-8 8H16a8 8 0 0 1-8-8z" fill="#1d5a3a"/>
</svg>
`
