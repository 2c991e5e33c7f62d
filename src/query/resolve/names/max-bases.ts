/**
 * Types above a type that are examined for a member; real hierarchies are smaller. A member that is not found among so
 * many is unknown, not absent.
 */
export const maxBases = 500;
