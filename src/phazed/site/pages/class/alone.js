// Script for class pages that consist only of text: it fills the navigation.

import { session } from "./session.js";

session().catch(() => {}); // the page is complete without the navigation
