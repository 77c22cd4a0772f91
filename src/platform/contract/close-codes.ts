/** The close code of a socket whose session is over: signed out, another role, a new password, deactivated. */
export const sessionEnded = 4401
