// What pages do more comfortably with script; each works without.
export {}
