/** The server's limits, with the line of the spec's section 9 where there is one. */
export const limits = {
  jsonBytes: 2 * 1024 * 1024,
  /** The body of a call that needs no session, such as a login. */
  publicJsonBytes: 16 * 1024,
  /** A larger body of JSON waits for its turn. */
  smallBytes: 64 * 1024,
  multipartBytes: 60 * 1024 * 1024,
  /** 9.17 */
  imageBytes: 5 * 1024 * 1024,
  /** 9.17 */
  otherFileBytes: 10 * 1024 * 1024,
  filesPerUpload: 20,
  /** Parts of a multipart body, texts and files. */
  parts: 60,
  /** A text part of a multipart body. */
  fieldBytes: 64 * 1024,
  /**
   * How many uploads are received at once, how many of them by one surveyor, and how long one waits for its turn. The
   * same for large bodies of JSON, and for answers to reads.
   */
  uploadsAtOnce: 128,
  uploadsOfOne: 16,
  uploadWaitMs: 120_000,
  /** Bytes of uploads that are received at once, on the disk of the data directory. */
  spoolBytes: 2 * 1024 * 1024 * 1024,
  /** How long a part of a file waits for its next piece, and how long it is known that it is complete. */
  uploadKeptMs: 7 * 24 * 3_600_000,
  /** 9.7 */
  pageRows: 1000,
  /** 9.2: 572 hours. */
  sessionMs: 572 * 3_600_000,
  /** A session of the office, from its beginning and from its last call. */
  officeSessionMs: 12 * 3_600_000,
  officeIdleMs: 2 * 3_600_000,
  /** The link by which the first administrator is made. */
  firstLinkMs: 24 * 3_600_000,
  /** Recovery codes of an account of the office. */
  recoveryCodes: 10,
  passwordResetMs: 60 * 60_000,
  /** Valid reset links of one account, so also e-mails to it within an hour. */
  passwordResetLinks: 3,
  /** 9.15 */
  passwordLength: 8,
  fileNameChars: 200,
  clientKeyChars: 200,
  fieldIdChars: 200,
  /** Occurrences of a repeat. */
  occurrences: 10_000,
  tempIdChars: 200,
  /** Answers of one submission. */
  answers: 20_000,
  /** Comments of one submission, by the office and by the surveyor. */
  comments: 400,
  /** The characters of an answer that the index of a column has. */
  answerKeyChars: 64,
  /** Views of a form that an account keeps. */
  officeViews: 100,
  /** Bytes of answers in one row, and in one page of rows. A page has at least one row. */
  pageBytes: 8 * 1024 * 1024,
} as const

/** Whether a password has fewer characters than it needs. */
export const isShortPassword = (password: string): boolean =>
  [...password].length < limits.passwordLength
