// A page of the class with nothing but its text: the navigation is filled.

import { session } from "./session.js";

session().catch(() => {}); // the text says what there is to say
