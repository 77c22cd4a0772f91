/** Close code of a socket whose session ended: signed out, role or password changed, deactivated. */
export const sessionEnded = 4401
