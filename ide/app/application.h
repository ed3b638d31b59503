/* The application: one process a user, one window; opens what the command line names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#define RS_TYPE_APPLICATION (rs_application_get_type ())
G_DECLARE_FINAL_TYPE (RsApplication, rs_application, RS, APPLICATION, AdwApplication)

#define RS_APPLICATION_ID "org.quasar.Redshift"

RsApplication *rs_application_new (void);
