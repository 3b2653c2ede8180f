/** Durations in milliseconds; a calendar day may be an hour shorter or longer. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
